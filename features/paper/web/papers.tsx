import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import type { PaperSize } from '#features/paper/contract/paper-sizes.ts';
import { Button } from '#ui/button.tsx';
import './paper.css';

const PIXELS_PER_MM = 96 / 25.4;
const MAX_SCALE = 1.6;
/** In millimeters; a larger paper is not enlarged. */
const SMALL = 110;

type Props = {
  options: ReactNode;
  notice?: ReactNode;
  canPrint: boolean;
  /** In millimeters. */
  width: number;
  children: ReactNode;
};

export function Papers({ options, notice, canPrint, width, children }: Props) {
  const { ref, scale } = useScale(width);
  return (
    <>
      <div className="print:hidden">
        <div className="mt-6 flex flex-wrap items-end gap-x-8 gap-y-4">
          {options}
          <Button disabled={!canPrint} onClick={() => window.print()}>
            Print
          </Button>
        </div>
        {notice}
      </div>
      <div ref={ref} className="mt-8 print:m-0">
        {canPrint && (
          <div className="papers" style={{ '--scale': scale } as CSSProperties}>
            {children}
          </div>
        )}
      </div>
    </>
  );
}

/** How large a paper of this width, in millimeters, is shown in the place of `ref`. */
function useScale(width: number) {
  const ref = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const place = ref.current;
    if (!place) return;
    const observer = new ResizeObserver(() =>
      setScale(
        Math.min(width < SMALL ? MAX_SCALE : 1, place.clientWidth / (width * PIXELS_PER_MM)),
      ),
    );
    observer.observe(place);
    return () => observer.disconnect();
  }, [width]);
  return { ref, scale };
}

/** In millimeters. */
export const paperLengths: Record<PaperSize, { width: number; height: number }> = {
  letter: { width: 215.9, height: 279.4 },
  a4: { width: 210, height: 297 },
};

export function PaperDocument({
  size,
  label,
  children,
}: {
  size: PaperSize;
  label: string;
  children: ReactNode;
}) {
  const { width, height } = paperLengths[size];
  return (
    <article
      aria-label={label}
      className="document"
      style={{ page: size, '--width': `${width}mm`, '--height': `${height}mm` } as CSSProperties}
    >
      {children}
    </article>
  );
}
