import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { openReader } from './code-reader.ts';

const PAUSE_MS = 150;

function refusal(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError')
    return 'Camera access is blocked. Allow it for this site in your browser’s settings, or type the number below the code.';
  if (name === 'NotFoundError' || name === 'OverconstrainedError')
    return 'We can’t find a camera on this device. Type the number below the code.';
  if (name === 'NotReadableError')
    return 'Another app is using the camera. Close it, or type the number below the code.';
  return 'The camera didn’t start. Type the number below the code.';
}
const NO_CAMERA = 'The camera needs a secure (https) page. Type the number below the code.';
const NO_READER =
  'The code scanner isn’t on this device yet. Open this page once while online. Until then, type the number below the code.';

type Props = {
  /** @returns what is wrong with the code, in words; null: it led somewhere. */
  onCode: (text: string) => string | null;
  onClose: () => void;
};

export default function Scanner({ onCode, onClose }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [hint, setHint] = useState<string | null>(null);
  const [isRunning, setRunning] = useState(false);
  const found = useEffectEvent((text: string) => onCode(text));

  useEffect(() => {
    let [stream, timer]: [MediaStream | null, ReturnType<typeof setTimeout> | undefined] = [
      null,
      undefined,
    ];
    let isOver = false;
    async function start() {
      if (!navigator.mediaDevices) return setProblem(NO_CAMERA);
      try {
        stream = await navigator.mediaDevices.getUserMedia({
          video: { facingMode: 'environment', width: { ideal: 1280 } },
          audio: false,
        });
      } catch (error) {
        return setProblem(refusal(error));
      }
      if (isOver || !video.current) return stop();
      video.current.srcObject = stream;
      await video.current.play().catch(() => {});
      setRunning(true);
      let reader: Awaited<ReturnType<typeof openReader>>;
      try {
        reader = await openReader();
      } catch {
        stop();
        return setProblem(NO_READER);
      }
      const look = async () => {
        if (isOver || !video.current) return;
        // A frame that cannot be read yet is followed by others.
        const [code] = await reader.detect(video.current).catch(() => []);
        if (isOver) return;
        const wrong = code ? found(code.rawValue) : null;
        if (code) setHint(wrong);
        if (!code || wrong !== null) timer = setTimeout(() => void look(), PAUSE_MS);
      };
      void look();
    }
    function stop() {
      isOver = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    }
    void start();
    return stop;
  }, []);

  return (
    <section aria-label="Scan a label" className="mt-5">
      {problem === null ? (
        <div className="relative overflow-hidden rounded-panel border border-line bg-black">
          <video
            ref={video}
            muted
            playsInline
            aria-label="Camera view"
            className="aspect-[4/3] w-full object-cover"
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-[18%] rounded-panel border-2 border-white/80"
          />
          {!isRunning && (
            <p className="waiting absolute inset-0 grid place-items-center text-quiet">
              Starting the camera...
            </p>
          )}
        </div>
      ) : (
        <p role="alert" className="callout text-lg">
          {problem}
        </p>
      )}
      <p role="status" className="mt-3 min-h-6 wrap-anywhere">
        {problem === null && (hint ?? (isRunning ? 'Point the camera at a label’s code.' : ''))}
      </p>
      <Button look="outline" className="mt-3 min-h-14 w-full" onClick={onClose}>
        {problem === null ? 'Stop' : 'Back'}
      </Button>
    </section>
  );
}
