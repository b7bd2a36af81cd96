import { useEffect, useState } from 'react';
import { readScale, screenNow } from '#web/features/catalogue/specimen/screen-scale.ts';

type TrueScale = NonNullable<ReturnType<typeof readScale>>;

/** Whether this screen's scale is known; asked in the browser alone. */
export const isCalibrated = (): boolean => readScale(screenNow()) !== null;

/** This screen's scale at the browser's current zoom, where it is wanted and known. @param times counts calibrations: after one it is read again. */
export function useTrueScale(isWanted: boolean, times: number): TrueScale | null {
  const [found, setFound] = useState<TrueScale | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a calibration changes what is stored
  useEffect(() => {
    const look = () => setFound(isWanted ? readScale(screenNow()) : null);
    look();
    addEventListener('resize', look);
    return () => removeEventListener('resize', look);
  }, [isWanted, times]);
  return found;
}
