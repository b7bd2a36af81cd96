import { useState } from 'react';
import type { Turn, Video } from '#contract/media/media.ts';
import { messageOf } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.ts';
import { type Frames, jpegOf } from './frames.ts';
import { TurnMaker } from './turn-maker.tsx';
import { removeTurn, saveTurn } from './turn-queries.ts';

type Props = {
  video: Video;
  /** Its name, for screen readers. */
  name: string;
  disabled: boolean;
  /** Called when the shop has stored another turn, or removed it. */
  onChange: (turn: Turn | null) => void;
};

/** The turn of a video that is in the shop: it is made, made again or removed at once, whatever else the form has to save. */
export function StoredTurn({ video, name, disabled, onChange }: Props) {
  const [isRemoving, setRemoving] = useState(false);

  async function keep(frames: Frames) {
    try {
      onChange(await saveTurn(video.id, { picture: await jpegOf(frames), frames: frames.frames }));
      toast({ title: 'Turn Saved', description: 'Visitors can turn the piece by hand now.' });
    } catch (error) {
      toast({ variant: 'destructive', title: 'Turn Not Saved', description: messageOf(error) });
      throw error;
    }
  }

  async function remove() {
    setRemoving(true);
    try {
      await removeTurn(video);
      onChange(null);
      toast({ title: 'Turn Removed', description: 'Visitors see the film.' });
    } catch (error) {
      toast({ variant: 'destructive', title: 'Turn Not Removed', description: messageOf(error) });
    } finally {
      setRemoving(false);
    }
  }

  return (
    <TurnMaker
      name={name}
      url={video.url}
      read={() => fetchVideo(video.url)}
      keepLabel="Save the turn"
      onKeep={keep}
      has={video.turn ? 'Drag to turn: visitors can turn the piece of this film by hand.' : null}
      onRemove={() => void remove()}
      disabled={disabled || isRemoving}
    />
  );
}

async function fetchVideo(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The film cannot be fetched: ${response.status}`);
  return response.blob();
}
