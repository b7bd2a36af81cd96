import { useEffect, useState } from 'react';
import { isAnimated } from '#ui/lib/is-animated.ts';

/** Visitors see only the first frame. */
export function AnimationNotice({ file }: { file: File }) {
  const [moves, setMoves] = useState(false);
  useEffect(() => {
    let isGone = false;
    // The server will report a file that cannot be read.
    isAnimated(file)
      .then((found) => !isGone && setMoves(found))
      .catch(() => {});
    return () => {
      isGone = true;
    };
  }, [file]);
  if (!moves) return null;
  return (
    <p className="callout text-sm wrap-anywhere">
      <strong className="font-medium">
        {file.name} is animated, but only its first frame will be shown.
      </strong>{' '}
      To show the animation, upload an MP4.
    </p>
  );
}
