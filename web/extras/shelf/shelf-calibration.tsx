import { Calibration } from '#web/features/catalogue/specimen/calibration.tsx';
import { readScale, storeScale, USUAL_SCALE } from '#web/features/catalogue/specimen/screen-scale.ts';
import { useScreen } from '#web/features/catalogue/specimen/use-screen.ts';
import { Dialog } from '#web/ui/dialog.tsx';

const NARROW = 640;

/** Asks how large this screen is. */
export default function ShelfCalibration({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
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
