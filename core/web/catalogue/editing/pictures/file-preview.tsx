import { useEffect, useState } from 'react';
import { kindOf } from './file-rules.ts';

/** Says so where this browser cannot show it. */
export function FilePreview({ file, className = '' }: { file: File; className?: string }) {
  const [url, setUrl] = useState<string>();
  const [isBroken, setBroken] = useState(false);

  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    setBroken(false);
    return () => URL.revokeObjectURL(made);
  }, [file]);

  if (isBroken || !url)
    return (
      <span
        className={`grid place-items-center min-h-16 bg-raised p-1 text-center text-xs text-quiet ${className}`}
      >
        {isBroken && 'No preview'}
      </span>
    );
  return kindOf(file) === 'video' ? (
    <video
      // Some browsers draw nothing until they seek.
      src={`${url}#t=0.1`}
      muted
      playsInline
      preload="metadata"
      onError={() => setBroken(true)}
      // With some codecs a browser plays only the sound.
      onLoadedMetadata={({ currentTarget }) => setBroken(currentTarget.videoWidth === 0)}
      className={`bg-black object-cover ${className}`}
    />
  ) : (
    <img
      src={url}
      alt=""
      draggable={false}
      onError={() => setBroken(true)}
      className={`bg-line object-cover ${className}`}
    />
  );
}
