import type { ShownFact } from '#core/contract/catalogue/shown-facts.ts';

/** Where the sizes wrap, the dot between them would begin or end a line: there it is clipped. */
export const Size = ({ lines }: { lines: ShownFact['lines'] }) => (
  <span className="block overflow-hidden">
    <span className="-ml-4 block">
      {lines
        .flatMap(({ parts }) => parts)
        .map(({ text }, index) => (
          <span key={text} className="inline-block">
            <span className="inline-block w-4 text-center whitespace-pre">
              {index > 0 && ' · '}
            </span>
            {text}
          </span>
        ))}
    </span>
  </span>
);
