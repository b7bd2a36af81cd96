import { ApiError } from './api.ts';

/** The bar stops here until the server has answered: what is sent is not yet stored. */
const SENT = 0.95;

type Options = {
  /** Share of the bytes that have left, 0 to 0.95. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/**
 * Posts a form with its files, telling how far it is; `fetch` cannot. Answers the parsed body.
 * @throws ApiError for anything but a success, an AbortError once the signal is given, TypeError where no answer came.
 */
export function upload<T>(path: string, form: FormData, { onProgress, signal }: Options): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.withCredentials = true;
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.min(SENT, total === 0 ? 0 : loaded / total));
    request.onload = () => {
      const { status, responseText, statusText } = request;
      if (status < 200 || status >= 300) return reject(new ApiError(status, responseText, statusText));
      resolve(JSON.parse(responseText) as T);
    };
    request.onerror = () => reject(new TypeError('The server did not answer'));
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    if (signal.aborted) return reject(new DOMException('Cancelled', 'AbortError'));
    request.send(form);
  });
}
