import { useRef, useState } from 'react';
import { upload } from '#web/lib/upload.ts';

/** Sends a form, with its progress and a way to cancel it. */
export function useUpload() {
  const [share, setShare] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);

  return {
    /** The share sent, 0 to 0.95; null while nothing is being sent. */
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
