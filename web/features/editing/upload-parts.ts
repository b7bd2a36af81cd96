import { kindOf } from './file-rules.ts';
import { takePoster } from './film-poster.ts';

type Files = {
  /** Of a new specimen, with its fields. */
  main?: { file: File; data: object };
  additional: readonly File[];
};

/**
 * The form that carries files to the server, a still picture for each film among them.
 * @returns the form, or why it cannot be sent: a film that this browser cannot take a still from.
 */
export async function formWithFiles({ main, additional }: Files): Promise<{ form: FormData } | { refused: string }> {
  const form = new FormData();
  if (main) {
    form.append('data', JSON.stringify(main.data));
    form.append('image', main.file);
  }
  for (const file of additional) form.append('images', file);
  // In the films' order: that is how the server knows which still belongs to which.
  for (const film of [...(main ? [main.file] : []), ...additional].filter((file) => kindOf(file) === 'film')) {
    const poster = await takePoster(film);
    if (!poster) return { refused: noStill(film) };
    form.append('poster', poster, 'poster.jpg');
  }
  return { form };
}

const noStill = ({ name }: File) =>
  `${name} cannot be played by this browser, so there is no still picture of it. Please save it as MP4 (H.264) and choose it again.`;
