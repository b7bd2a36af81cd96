import { useRef, useState } from 'react';
import type { Answer, CallWith, GivenAddress } from '#core/contract/calls.ts';
import { upload } from '#ui/lib/upload.ts';

export function useUpload() {
  const [share, setShare] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);

  return {
    /** 0 to 0.95; null while nothing is sent. */
    share,
    cancel: () => running.current?.abort(),
    /** @throws ApiError, AbortError, ChangedFile, TypeError. */
    async send<Name extends CallWith<'form'>>(
      name: Name,
      form: FormData,
      address: GivenAddress<Name>,
    ): Promise<Answer<Name>> {
      running.current = new AbortController();
      setShare(0);
      try {
        return await upload(name, form, {
          ...address,
          onProgress: setShare,
          signal: running.current.signal,
        });
      } finally {
        setShare(null);
      }
    },
  };
}
