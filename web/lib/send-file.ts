import { ApiError } from './api.ts';

type Options = {
  type: string;
  /** Share of the bytes that have left, 0 to 1. */
  onSent: (share: number) => void;
  /** Each line of the answer, as soon as it is there. */
  onLine: (line: string) => void;
  signal: AbortSignal;
};

/**
 * Posts a file as it is, and reads an answer that comes line by line while the server works; `fetch` cannot tell how much has been sent.
 * @throws ApiError for anything but a success, an AbortError once the signal is given, TypeError where no answer came, or not to its end.
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
      const { status, responseText, statusText } = request;
      if (status < 200 || status >= 300) return reject(new ApiError(status, responseText, statusText));
      readLines();
      resolve();
    };
    request.onerror = () => reject(new TypeError('The server did not answer'));
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    if (signal.aborted) return reject(new DOMException('Cancelled', 'AbortError'));
    request.send(file);
  });
}
