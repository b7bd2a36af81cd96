type Files = {
  main?: { file: File; data: object };
  additional: readonly File[];
  /** The server matches them by order. */
  posters: readonly Blob[];
};

export function formWithFiles({ main, additional, posters }: Files): FormData {
  const form = new FormData();
  if (main) {
    form.append('data', JSON.stringify(main.data));
    form.append('image', main.file);
  }
  for (const file of additional) form.append('images', file);
  for (const poster of posters)
    form.append('poster', poster, poster instanceof File ? poster.name : 'poster.jpg');
  return form;
}
