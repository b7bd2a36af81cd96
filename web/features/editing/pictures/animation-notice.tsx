import { useEffect, useState } from 'react';
import { isAnimated } from '#web/lib/is-animated.ts';

/** Said of a picture that moves, before it is sent. */
export function AnimationNotice({ file }: { file: File }) {
  const [moves, setMoves] = useState(false);
  useEffect(() => {
    let isGone = false;
    // What cannot be read, sending it will tell.
    isAnimated(file)
      .then((found) => !isGone && setMoves(found))
      .catch(() => {});
    return () => {
      isGone = true;
    };
  }, [file]);
  if (!moves) return null;
  return (
    <p className="border-l-4 border-warn py-1 pl-4 text-sm wrap-anywhere">
      <strong className="font-medium">{file.name} moves; only its first picture will be shown.</strong> To show it moving, send it as MP4.
    </p>
  );
}
