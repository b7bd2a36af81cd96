import { cancelled } from './cancelled.ts';
import { refused, unanswered } from './refusals.ts';

type Options = {
  type: string;
  /** Share of the bytes sent, 0 to 1. */
  onSent: (share: number) => void;
  /** Called with each line of the response as it arrives. */
  onLine: (line: string) => void;
  signal: AbortSignal;
};

/**
 * Posts a file as the request's body, and reads a response that arrives line by line while the server works; `fetch` cannot report how much has been sent.
 * @throws ApiError for anything but a success, an AbortError after the signal, a TypeError if the response is missing or incomplete.
 */
export function sendFile(path: string, file: Blob, { type, onSent, onLine, signal }: Options): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let read = 0;
    const readLines = () => {
      if (request.status < 200 || request.status >= 300) return;
      for (let end = request.responseText.indexOf('\n', read); end !== -1; end = request.responseText.indexOf('\n', read)) {
        onLine(request.responseText.slice(read, end));
        read = end + 1;
      }
    };
    request.open('POST', path);
    request.withCredentials = true;
    request.setRequestHeader('content-type', type);
    request.upload.onprogress = ({ loaded, total }) => onSent(total === 0 ? 1 : loaded / total);
    request.onprogress = readLines;
    request.onload = () => {
      const { status, responseText } = request;
      if (status < 200 || status >= 300) return reject(refused(request, responseText));
      readLines();
      resolve();
    };
    request.onerror = () => reject(unanswered());
    request.onabort = () => reject(cancelled());
    signal.addEventListener('abort', () => request.abort(), { once: true });
    if (signal.aborted) return reject(cancelled());
    request.send(file);
  });
}
