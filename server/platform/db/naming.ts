/** `acquisitionDate` → `acquisition_date`: names of the code as names of columns. */
export type SnakeCase<Text extends string> = Text extends `${infer Head}${infer Rest}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Rest>}`
  : '';

export const snakeCase = <Text extends string>(text: Text) =>
  text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as SnakeCase<Text>;
