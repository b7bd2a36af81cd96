import { useEffect, useState } from 'react';
import { onStored, readPicture } from './show-queries.ts';

export function StoredPicture({ url, className }: { url: string; className: string }) {
  const [source, setSource] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let isCurrent = true;
    const read = () =>
      void readPicture(url).then(
        (blob) => {
          if (!isCurrent || !blob || made !== null) return;
          made = URL.createObjectURL(blob);
          setSource(made);
        },
        () => {},
      );
    read();
    // It may come while the list is in sight.
    const unlisten = onStored(read);
    return () => {
      unlisten();
      isCurrent = false;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [url]);
  // The title beside it says what it is.
  return source === null ? (
    <span className={`${className} block bg-line`} />
  ) : (
    <img src={source} alt="" className={`${className} object-cover`} />
  );
}
