import { useEffect, useState } from 'react';
import { type PartName, partId, partNames } from './form-parts.ts';

/** Returns the part with the focus while in sight, else the one far enough up. */
export function usePartInView(): PartName {
  const [shown, setShown] = useState<PartName>(partNames[0] ?? 'title');
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      setShown(partInView());
    };
    const lookSoon = () => {
      frame ||= requestAnimationFrame(look);
    };
    lookSoon();
    for (const type of ['scroll', 'resize', 'focusin'])
      addEventListener(type, lookSoon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      for (const type of ['scroll', 'resize', 'focusin']) removeEventListener(type, lookSoon);
    };
  }, []);
  return shown;
}

function partInView(): PartName {
  const sections = partNames.flatMap((name) => {
    const section = document.getElementById(partId(name))?.closest('section');
    return section ? { name, section, ...topAndBottom(section) } : [];
  });
  const focused = sections.find(({ section }) => section.contains(document.activeElement));
  if (focused && focused.top < innerHeight && focused.bottom > 0) return focused.name;
  // The short last part cannot come up as far as others.
  const { scrollHeight } = document.documentElement;
  const line =
    innerHeight * (1 / 3 + (2 / 3) * (scrollY / Math.max(1, scrollHeight - innerHeight)));
  return (sections.findLast(({ top }) => top <= line) ?? sections[0])?.name ?? 'title';
}

const topAndBottom = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return { top, bottom };
};
