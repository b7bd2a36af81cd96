import type { WrittenFormula } from '#contract/formula.ts';

/**
 * A chemical formula with real subscripts. Screen readers run its letters and digits together, so they are given the words instead, which
 * stay out of what is copied.
 */
export function Formula({ formula: { parts, spoken } }: { formula: WrittenFormula }) {
  return (
    <>
      <span aria-hidden="true" className="whitespace-normal">
        {parts.map(({ text, isSubscript }, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: a formula is never changed in place
          isSubscript ? <sub key={index}>{text}</sub> : text,
        )}
      </span>
      <span className="sr-only select-none">{spoken}</span>
    </>
  );
}
