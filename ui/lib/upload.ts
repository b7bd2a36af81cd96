import type { Answer, CallWith, GivenAddress } from '#core/contract/calls.ts';
import { anyPath } from './api.ts';
import { cancelled } from './cancelled.ts';
import { changedFileText, isChanged } from './changed-file.ts';
import { refused, unanswered } from './refusals.ts';

/** The bar stops here until the server has responded: what is sent is not yet stored. */
const SENT = 0.95;

type Uploading = { onProgress?: (share: number) => void; signal?: AbortSignal };

type Posting = {
  body: FormData | Blob;
  type?: string;
  /** Share of the bytes sent, 0 to 1. */
  onSent?: (share: number) => void;
  /** Called with the whole response so far, each time there is more. */
  onText?: (text: string) => void;
  signal?: AbortSignal | undefined;
};

type FileSending = Required<Pick<Posting, 'type' | 'onSent'>> & {
  onLine: (line: string) => void;
  signal: AbortSignal;
};

/** A file was modified after it was chosen; the message is for the admin and names it. */
export class ChangedFile extends Error {}

/**
 * Resolves to the parsed body.
 * @param onProgress gets the share of the bytes sent, 0 to 0.95.
 * @throws ChangedFile, and as `post`.
 */
export async function upload<Name extends CallWith<'form'>>(
  name: Name,
  form: FormData,
  options: Uploading & GivenAddress<Name>,
): Promise<Answer<Name>>;
export async function upload(
  name: string,
  form: FormData,
  { onProgress, signal, ...given }: Uploading = {},
): Promise<unknown> {
  try {
    return JSON.parse(
      await post(anyPath(name, given), {
        body: form,
        signal,
        onSent: (share) => onProgress?.(Math.min(SENT, share)),
      }),
    );
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    for (const part of form.values()) {
      if (part instanceof File && (await isChanged(part)))
        throw new ChangedFile(changedFileText(part.name));
    }
    throw error;
  }
}

/**
 * The response arrives line by line while the server works.
 * @returns what is behind the last line.
 * @throws as `post`.
 */
export async function sendFile<Name extends CallWith<'file'>>(
  name: Name,
  file: Blob,
  options: FileSending & GivenAddress<Name>,
): Promise<string>;
export async function sendFile(
  name: string,
  file: Blob,
  { onLine, type, onSent, signal, ...given }: FileSending,
): Promise<string> {
  let read = 0;
  const onText = (text: string) => {
    for (let end = text.indexOf('\n', read); end !== -1; end = text.indexOf('\n', read)) {
      onLine(text.slice(read, end));
      read = end + 1;
    }
  };
  const text = await post(anyPath(name, given), { body: file, type, onSent, signal, onText });
  onText(text);
  return text.slice(read);
}

/**
 * `fetch` cannot report how much has been sent. Resolves to the response's text.
 * @throws ApiError for anything but a success, an AbortError after the signal, a TypeError if the
 * response is missing or incomplete.
 */
function post(path: string, { body, type, onSent, onText, signal }: Posting): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const isGood = () => request.status >= 200 && request.status < 300;
    request.open('POST', path);
    request.withCredentials = true;
    if (type) request.setRequestHeader('content-type', type);
    request.upload.onprogress = ({ loaded, total }) => onSent?.(total === 0 ? 1 : loaded / total);
    request.onprogress = () => isGood() && onText?.(request.responseText);
    request.onload = () =>
      isGood() ? resolve(request.responseText) : reject(refused(request, request.responseText));
    request.onerror = () => reject(unanswered());
    request.onabort = () => reject(cancelled());
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    if (signal?.aborted) return reject(cancelled());
    request.send(body);
  });
}
