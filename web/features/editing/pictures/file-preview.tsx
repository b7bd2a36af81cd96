import { useEffect, useState } from 'react';
import { kindOf } from './file-rules.ts';

/** A chosen file as it will look; says so where this browser cannot show it. */
export function FilePreview({ file, className = '' }: { file: File; className?: string }) {
  const [address, setAddress] = useState<string>();
  const [isBroken, setBroken] = useState(false);

  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    setBroken(false);
    return () => URL.revokeObjectURL(made);
  }, [file]);

  if (isBroken || !address)
    return (
      <span className={`grid place-items-center min-h-16 bg-raised p-1 text-center text-xs text-quiet ${className}`}>
        {isBroken && 'No preview'}
      </span>
    );
  return kindOf(file) === 'video' ? (
    <video
      // Some browsers draw nothing before they are asked for a moment.
      src={`${address}#t=0.1`}
      muted
      playsInline
      preload="metadata"
      onError={() => setBroken(true)}
      // Of some codings a browser plays the sound alone.
      onLoadedMetadata={({ currentTarget }) => setBroken(currentTarget.videoWidth === 0)}
      className={`bg-black object-cover ${className}`}
    />
  ) : (
    <img src={address} alt="" draggable={false} onError={() => setBroken(true)} className={`bg-line object-cover ${className}`} />
  );
}
