import { useEffect, useState } from 'react';
import type { Places, SendLater } from '#core/web/desk-feature.ts';
import { toast } from '#ui/toast.ts';
import { jpegOf } from './frames.ts';
import { TurnMaker } from './turn-maker.tsx';
import { saveTurn, type TurnParts } from './turn-queries.ts';

export default function ChosenTurn({ file, later, disabled, onChange }: Places['chosenVideo']) {
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
      onKeep={async (frames) =>
        onChange(sendLater({ picture: await jpegOf(frames), frames: frames.frames }))
      }
      has={later ? 'The 360° view is uploaded with the video.' : null}
      onRemove={() => onChange(null)}
      disabled={disabled}
    />
  );
}

const sendLater =
  (parts: TurnParts): SendLater =>
  async (videoId) => {
    const turn = videoId === null ? null : await saveTurn(videoId, parts).catch(() => null);
    if (turn) return (video) => ({ ...video, turn });
    const description =
      'The video was uploaded without it. Please make the 360° view on the edit page.';
    toast({ variant: 'destructive', title: '360° View Not Saved', description, duration: 15_000 });
    return null;
  };
