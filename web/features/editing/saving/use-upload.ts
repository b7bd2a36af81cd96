import { useRef, useState } from 'react';
import { upload } from '#web/lib/upload.ts';

/** A form on its way to the server: how much has left, and the way to stop it. */
export function useUpload() {
  const [share, setShare] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);

  return {
    /** 0 to 0.95; null while nothing is on its way. */
    share,
    cancel: () => running.current?.abort(),
    /** @throws ApiError, AbortError, ChangedFile, TypeError. */
    async send<T>(path: string, form: FormData): Promise<T> {
      running.current = new AbortController();
      setShare(0);
      try {
        return await upload<T>(path, form, { onProgress: setShare, signal: running.current.signal });
      } finally {
        setShare(null);
      }
    },
  };
}

export const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';
