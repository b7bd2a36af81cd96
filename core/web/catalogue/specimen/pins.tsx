import type { Medium, Picture } from '#core/contract/media/media.ts';
import { firstPinNumber, pinsOf } from './pin-numbers.ts';

/** @param media all of the specimen's, in order. */
export default function Pins({ picture, media }: { picture: Picture; media: readonly Medium[] }) {
  const first = firstPinNumber(picture, media);
  return (
    <span aria-hidden="true" className="pointer-events-none absolute inset-0">
      {pinsOf(picture).map(({ x, y }, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a pin is its number
          key={index}
          style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
          className="figures absolute grid size-7 -translate-1/2 place-items-center rounded-full border border-[#0b0a0c] bg-[#f3efe8] text-sm font-semibold text-[#0b0a0c] shadow-[0_0_0_1px_#f3efe8]"
        >
          {first + index}
        </span>
      ))}
    </span>
  );
}
