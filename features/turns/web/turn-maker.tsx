import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import type { Span } from './find-turn.ts';
import type { Frames } from './frames.ts';
import TurnView from './turn-view.tsx';
import { useTurnMaker } from './use-turn-maker.ts';

type Props = {
  name: string;
  url: string;
  read: () => Promise<Blob>;
  /** Describes the video's turn; null: it has none. */
  has: string | null;
  onRemove: () => void;
  disabled: boolean;
  keepLabel: string;
  /** @throws where the turn cannot be kept; the caller says so. */
  onKeep: (frames: Frames) => Promise<void>;
};

export function TurnMaker({ name, url, read, has, onRemove, disabled, keepLabel, onKeep }: Props) {
  const { making, begin, takeAgain, turnRound, cancel } = useTurnMaker(read);
  const [isKeeping, setKeeping] = useState(false);

  async function keep(frames: Frames) {
    setKeeping(true);
    try {
      await onKeep(frames);
      cancel();
    } catch {
      // It is told already; what was made stays, to be tried again.
    } finally {
      setKeeping(false);
    }
  }

  return (
    <section aria-label={`360° view of ${name}`} className="space-y-3 callout look-line text-sm">
      {making.step === 'idle' && has === null && (
        <>
          <p>If this video shows the piece once around, visitors can turn it by hand.</p>
          <Button look="outline" disabled={disabled} onClick={() => void begin()}>
            Make a 360° view
          </Button>
        </>
      )}
      {making.step === 'idle' && has !== null && (
        <>
          <p role="status">{has}</p>
          <div className="flex flex-wrap gap-3">
            <Button look="outline" disabled={disabled} onClick={() => void begin()}>
              Make it again
            </Button>
            <Button look="outline" disabled={disabled} onClick={onRemove}>
              Remove 360° view
            </Button>
          </div>
        </>
      )}
      {(making.step === 'looking' || making.step === 'taking') && (
        <div role="status" className="space-y-3">
          <p>
            {making.step === 'looking'
              ? 'Looking for one full turn in the video…'
              : 'Taking the frames…'}
          </p>
          <ProgressBar label={`360° view of ${name}`} share={making.share} />
          <Button look="outline" onClick={cancel}>
            Cancel
          </Button>
        </div>
      )}
      {making.step === 'failed' && (
        <>
          <p role="alert">
            This browser can’t read the video, so it can’t make a 360° view. The video stays as is.
          </p>
          <Button look="outline" onClick={cancel}>
            Close
          </Button>
        </>
      )}
      {making.step === 'made' && (
        <>
          <p role="status">
            {making.span.isSure
              ? `One full turn, from ${seconds(making.span.start)} to ${seconds(making.span.end)}. Try it: drag the piece.`
              : 'We couldn’t find where a full turn ends, so we took the whole video. Set start and end below, where the piece looks the same.'}
          </p>
          <div
            className="w-full max-w-sm bg-[#0b0a0c]"
            style={{ aspectRatio: `${making.frames.width} / ${making.frames.height}` }}
          >
            <TurnView
              key={`${making.span.start} ${making.span.end}`}
              picture={making.frames.canvas}
              turn={making.frames}
              label={`Try the 360° view of ${name}`}
              className="size-full object-contain"
            />
          </div>
          <SpanFields
            key={`fields ${making.span.start} ${making.span.end}`}
            span={making.span}
            video={making.video}
            url={url}
            name={name}
            disabled={isKeeping}
            onTake={(span) => void takeAgain(span)}
          />
          <div className="flex flex-wrap gap-3">
            <Button disabled={isKeeping} onClick={() => void keep(making.frames)}>
              {isKeeping ? 'Saving…' : keepLabel}
            </Button>
            <Button look="outline" disabled={isKeeping} onClick={turnRound}>
              Reverse direction
            </Button>
            <Button look="outline" disabled={isKeeping} onClick={cancel}>
              Cancel
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

const seconds = (time: number): string => `${time.toFixed(2)} s`;

type SpanProps = {
  span: Span;
  video: { start: number; end: number };
  url: string;
  name: string;
  disabled: boolean;
  onTake: (span: Span) => void;
};

function SpanFields({ span, video, url, name, disabled, onTake }: SpanProps) {
  const [start, setStart] = useState(span.start);
  const [end, setEnd] = useState(span.end);
  const isChanged = start !== span.start || end !== span.end;
  const isTooShort = end - start < 0.3;
  return (
    <details>
      <summary className="min-h-11 cursor-pointer content-center underline underline-offset-4">
        Adjust start and end
      </summary>
      <div className="grid max-w-sm grid-cols-2 gap-4">
        <MomentField
          label="Start"
          of={name}
          url={url}
          video={video}
          value={start}
          onChange={setStart}
          disabled={disabled}
        />
        <MomentField
          label="End"
          of={name}
          url={url}
          video={video}
          value={end}
          onChange={setEnd}
          disabled={disabled}
        />
      </div>
      {isTooShort && (
        <p role="alert" className="mt-2 text-bad">
          The end must come after the start.
        </p>
      )}
      <Button
        look="outline"
        className="mt-3"
        disabled={disabled || !isChanged || isTooShort}
        onClick={() => onTake({ start, end, isSure: true })}
      >
        Use this range
      </Button>
    </details>
  );
}

type MomentProps = {
  label: string;
  of: string;
  url: string;
  video: { start: number; end: number };
  value: number;
  onChange: (time: number) => void;
  disabled: boolean;
};

function MomentField({ label, of, url, video, value, onChange, disabled }: MomentProps) {
  const element = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    // At its very end a video shows nothing in some browsers.
    if (element.current) element.current.currentTime = Math.min(value, video.end - 0.05);
  }, [value, video.end]);
  return (
    <label className="block">
      <video
        ref={element}
        src={url}
        muted
        playsInline
        preload="auto"
        tabIndex={-1}
        aria-hidden="true"
        className="mb-2 w-full bg-black"
      />
      <span className="figures">
        {label} <span className="text-quiet">{seconds(value)}</span>
      </span>
      <input
        type="range"
        aria-label={`${label} of the 360° view of ${of}`}
        aria-valuetext={seconds(value)}
        min={video.start}
        max={video.end}
        step={0.02}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="h-11 w-full accent-(--action)"
      />
    </label>
  );
}
