type Files = {
  /** The main file of a new specimen, with its fields. */
  main?: { file: File; data: object };
  additional: readonly File[];
  /** Posters of the videos among the files, in their order, by which the server matches them. */
  posters: readonly Blob[];
};

/** The multipart form for files. */
export function formWithFiles({ main, additional, posters }: Files): FormData {
  const form = new FormData();
  if (main) {
    form.append('data', JSON.stringify(main.data));
    form.append('image', main.file);
  }
  for (const file of additional) form.append('images', file);
  for (const poster of posters) form.append('poster', poster, poster instanceof File ? poster.name : 'poster.jpg');
  return form;
}
