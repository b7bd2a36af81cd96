import { useState } from 'react';
import type { Places } from '#core/web/desk-feature.ts';
import { messageOf } from '#ui/lib/api.ts';
import { toast } from '#ui/toast.ts';
import { type Frames, jpegOf } from './frames.ts';
import { TurnMaker } from './turn-maker.tsx';
import { removeTurn, saveTurn } from './turn-queries.ts';

export default function StoredTurn({ video, name, disabled, onChange }: Places['storedVideo']) {
  const [isRemoving, setRemoving] = useState(false);

  async function keep(frames: Frames) {
    try {
      const turn = await saveTurn(video.id, {
        picture: await jpegOf(frames),
        frames: frames.frames,
      });
      onChange((before) => ({ ...before, turn }));
      toast({ title: '360° View Saved', description: 'Visitors can now turn the piece by hand.' });
    } catch (error) {
      toast({
        variant: 'destructive',
        title: '360° View Not Saved',
        description: messageOf(error),
      });
      throw error;
    }
  }

  async function remove() {
    setRemoving(true);
    try {
      await removeTurn(video);
      onChange(({ turn: _, ...before }) => before);
      toast({ title: '360° View Removed', description: 'Visitors see the video.' });
    } catch (error) {
      toast({
        variant: 'destructive',
        title: '360° View Not Removed',
        description: messageOf(error),
      });
    } finally {
      setRemoving(false);
    }
  }

  return (
    <TurnMaker
      name={name}
      url={video.url}
      read={() => fetchVideo(video.url)}
      keepLabel="Save 360° view"
      onKeep={keep}
      has={video.turn ? 'Visitors can turn the piece in this video by hand.' : null}
      onRemove={() => void remove()}
      disabled={disabled || isRemoving}
    />
  );
}

async function fetchVideo(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The video can’t be loaded: ${response.status}`);
  return response.blob();
}
