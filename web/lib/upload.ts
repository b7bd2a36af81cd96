import { cancelled } from './cancelled.ts';
import { changedFileText, isChanged } from './changed-file.ts';
import { refused, unanswered } from './refusals.ts';

/** The bar stops here until the server has responded: what is sent is not yet stored. */
const SENT = 0.95;

type Options = {
  /** Share of the bytes sent, 0 to 0.95. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/** A file was modified after it was chosen; the message is for the admin and names it. */
export class ChangedFile extends Error {}

/**
 * Posts a form with its files and reports progress, which `fetch` cannot. Resolves to the parsed body.
 * @throws ApiError for anything but a success, an AbortError after the signal, ChangedFile, a TypeError if there is no response.
 */
export function upload<T>(path: string, form: FormData, { onProgress, signal }: Partial<Options> = {}): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.withCredentials = true;
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(Math.min(SENT, total === 0 ? 0 : loaded / total));
    request.onload = () => {
      const { status, responseText } = request;
      if (status < 200 || status >= 300) return reject(refused(request, responseText));
      resolve(JSON.parse(responseText) as T);
    };
    request.onerror = () => void whyUnanswered(form).then(reject);
    request.onabort = () => reject(cancelled());
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    if (signal?.aborted) return reject(cancelled());
    request.send(form);
  });
}

async function whyUnanswered(form: FormData): Promise<Error> {
  for (const part of form.values()) {
    if (part instanceof File && (await isChanged(part))) return new ChangedFile(changedFileText(part.name));
  }
  return unanswered();
}
