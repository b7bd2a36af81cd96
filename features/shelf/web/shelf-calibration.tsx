import { Dialog } from '#ui/dialog.tsx';
import { Calibration } from './calibration.tsx';
import { readScale, storeScale, USUAL_SCALE } from './screen-scale.ts';
import { useScreen } from './use-screen.ts';

const NARROW = 640;

export default function ShelfCalibration({
  onDone,
  onClose,
}: {
  onDone: () => void;
  onClose: () => void;
}) {
  const now = useScreen();
  return (
    <Dialog open onClose={onClose} title="Actual size" place="full">
      <Calibration
        initial={readScale(now)?.scale ?? USUAL_SCALE}
        isNarrow={innerWidth < NARROW}
        onDone={(scale) => {
          storeScale(now, scale);
          onDone();
        }}
      />
    </Dialog>
  );
}
