export const titleClass = (title: string): string =>
  [
    title.length > 90
      ? 'is-longest'
      : title.length > 45
        ? 'is-long'
        : title.length > 26 && 'is-medium',
    /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}]/u.test(title) && 'is-tall',
  ]
    .filter((name) => name !== false)
    .join(' ');
