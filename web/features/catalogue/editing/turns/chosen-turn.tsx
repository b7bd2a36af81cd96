import { useEffect, useState } from 'react';
import { jpegOf } from './frames.ts';
import { TurnMaker } from './turn-maker.tsx';
import type { TurnParts } from './turn-queries.ts';

type Props = {
  /** A video that is not sent yet. */
  file: File;
  turn: TurnParts | undefined;
  disabled: boolean;
  onChange: (turn: TurnParts | null) => void;
};

/** The turn of a chosen video: made now, sent once the shop has the video. */
export function ChosenTurn({ file, turn, disabled, onChange }: Props) {
  const [url, setUrl] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);

  return (
    <TurnMaker
      name={file.name}
      url={url}
      read={async () => file}
      keepLabel="Use this 360° view"
      onKeep={async (frames) => onChange({ picture: await jpegOf(frames), frames: frames.frames })}
      has={turn ? 'The 360° view is uploaded with the video.' : null}
      onRemove={() => onChange(null)}
      disabled={disabled}
    />
  );
}
