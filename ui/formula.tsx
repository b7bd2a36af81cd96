import { Fragment } from 'react';
import type { WrittenFormula } from '#core/contract/catalogue/formula.ts';

/**
 * Subscripts are real, and may end a line. Screen readers run letters and digits together, so they
 * get words instead, which stay out of what is copied.
 */
export function Formula({ formula: { parts, spoken } }: { formula: WrittenFormula }) {
  return (
    <>
      <span aria-hidden="true" className="whitespace-normal">
        {parts.map(({ text, isSubscript }, index) =>
          isSubscript ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a formula is never changed in place
            <Fragment key={index}>
              <sub>{text}</sub>
              <wbr />
            </Fragment>
          ) : (
            text
          ),
        )}
      </span>
      <span className="sr-only select-none">{spoken}</span>
    </>
  );
}
