import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { findTurn, type Span, wayOf } from './find-turn.ts';
import { type Frames, reversed } from './frames.ts';
import type { OpenVideo } from './read-frames.ts';

export type Making =
  | { step: 'idle' }
  | { step: 'looking' | 'taking'; share: number }
  | { step: 'made'; frames: Frames; span: Span; video: { start: number; end: number } }
  | { step: 'failed' };

/** Works in this browser. @param read fetches the video. */
export function useTurnMaker(read: () => Promise<Blob>) {
  const [making, setMaking] = useState<Making>({ step: 'idle' });
  const running = useRef<AbortController | null>(null);
  const open = useRef<OpenVideo | null>(null);
  /** The front of the piece is to follow the finger, whichever way it turned before the camera. */
  const isReversed = useRef(false);

  const stop = () => {
    running.current?.abort();
    running.current = null;
    open.current?.close();
    open.current = null;
  };
  const leave = useEffectEvent(stop);
  useEffect(() => () => leave(), []);

  async function run(work: (signal: AbortSignal, video: OpenVideo) => Promise<Making>) {
    const control = new AbortController();
    running.current?.abort();
    running.current = control;
    const { signal } = control;
    try {
      const reader = await import('./read-frames.ts');
      if (!open.current) {
        const video = await reader.openVideo(await read());
        if (signal.aborted) return video.close();
        open.current = video;
      }
      const made = await work(signal, open.current);
      if (!signal.aborted) setMaking(made);
    } catch {
      // Whatever it was, the video stays as it is.
      if (!signal.aborted) setMaking({ step: 'failed' });
    }
  }

  const progress = (step: 'looking' | 'taking', signal: AbortSignal) => ({
    signal,
    onProgress: (share: number) => {
      if (!signal.aborted) setMaking({ step, share });
    },
  });

  const takeFrom = async (video: OpenVideo, span: Span, signal: AbortSignal): Promise<Making> => {
    const frames = await video.take(span, progress('taking', signal));
    return {
      step: 'made',
      frames: isReversed.current ? reversed(frames) : frames,
      span,
      video: { start: video.start, end: video.end },
    };
  };

  return {
    making,
    begin: () => {
      setMaking({ step: 'looking', share: 0 });
      return run(async (signal, video) => {
        const moments = await video.look(progress('looking', signal));
        isReversed.current = wayOf(moments) === 'left';
        return takeFrom(video, findTurn(moments, video.end), signal);
      });
    },
    takeAgain: (span: Span) => {
      setMaking({ step: 'taking', share: 0 });
      return run((signal, video) => takeFrom(video, span, signal));
    },
    turnRound: () => {
      if (making.step !== 'made') return;
      isReversed.current = !isReversed.current;
      setMaking({ ...making, frames: reversed(making.frames) });
    },
    cancel: () => {
      stop();
      setMaking({ step: 'idle' });
    },
  };
}
