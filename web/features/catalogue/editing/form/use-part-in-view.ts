import { useEffect, useState } from 'react';
import { type PartName, partId, partNames } from './form-parts.ts';

/** The part of the form that is read: the one with the focus while it is in sight, else the one that has come far enough up. */
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
    for (const type of ['scroll', 'resize', 'focusin']) addEventListener(type, lookSoon, { passive: true });
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
  // The further down the page, the lower: the last part, which is short, cannot come up as far as the others.
  const { scrollHeight } = document.documentElement;
  const line = innerHeight * (1 / 3 + (2 / 3) * (scrollY / Math.max(1, scrollHeight - innerHeight)));
  return (sections.findLast(({ top }) => top <= line) ?? sections[0])?.name ?? 'title';
}

const topAndBottom = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return { top, bottom };
};
