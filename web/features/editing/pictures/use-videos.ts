import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { playsEverywhere } from '#contract/video-codecs.ts';
import { mediaAbilities } from '../saving/editing-queries.ts';
import { kindOf } from './file-rules.ts';
import type { FileCodecs } from './video-codec.ts';
import { takePoster } from './video-poster.ts';

/** What this browser found out about a video: `coding` is null for what is none, undefined where nobody could look; `still` is null where it could take none. */
type Look = { coding: FileCodecs | null | undefined; still: Blob | null };

export type ChosenVideo = {
  file: File;
  /** Not every browser plays it as it is. */
  isOdd: boolean;
  /** No browser plays it, and the server cannot convert it. */
  isUseless: boolean;
  /** Neither this browser nor the server can take a poster of it. */
  needsPoster: boolean;
  /** The picture that the admin chose to be its still. */
  byHand: File | null;
};

/** The videos among chosen files: looked at as soon as they are chosen, so that the admin learns before saving what visitors will see. */
export function useVideos(files: readonly File[]) {
  const videos = files.filter((file) => kindOf(file) === 'video');
  const queryClient = useQueryClient();
  const { data } = useQuery({ ...mediaAbilities(), enabled: videos.length > 0 });
  const convertsVideos = data?.convertsVideos ?? false;
  const looks = useRef(new Map<File, Promise<Look>>());
  const [known, setKnown] = useState<ReadonlyMap<File, Look>>(new Map());
  const [byHand, setByHand] = useState<ReadonlyMap<File, File>>(new Map());

  const lookAt = (video: File): Promise<Look> => {
    const begun = looks.current.get(video) ?? look(video);
    looks.current.set(video, begun);
    return begun;
  };

  const serverConverts = () =>
    queryClient.ensureQueryData(mediaAbilities()).then(
      (abilities) => abilities.convertsVideos,
      () => false,
    );

  useEffect(() => {
    for (const video of videos) {
      if (!looks.current.has(video)) void lookAt(video).then((found) => setKnown((before) => new Map(before).set(video, found)));
    }
  });

  return {
    convertsVideos,
    /** Those of which there is something to say. */
    notable: videos.flatMap((file): ChosenVideo[] => {
      const found = known.get(file);
      if (!found || found.coding === null) return [];
      const { coding, still } = found;
      const isUseless = coding?.isKnown === false && !convertsVideos;
      const isOdd = coding !== undefined && !playsEverywhere(coding);
      const video = { isUseless, isOdd, needsPoster: !isUseless && still === null && !convertsVideos };
      return video.isOdd || video.needsPoster ? [{ file, ...video, byHand: byHand.get(file) ?? null }] : [];
    }),
    choosePoster: (video: File, picture: File) => setByHand(new Map(byHand).set(video, picture)),
    /**
     * A poster for each video among the files, in their order; an empty one is made by the server, or a plain one stands in.
     * @throws Unsendable for a video that cannot be read, or that nobody could play.
     */
    async postersOf(chosen: readonly File[]): Promise<Blob[]> {
      const posters: Blob[] = [];
      for (const file of chosen) {
        if (kindOf(file) !== 'video') continue;
        const { coding, still } = await lookAt(file);
        if (coding === null) throw new Unsendable(unreadable(file));
        if (coding && !coding.isKnown && !(await serverConverts())) throw new Unsendable(useless(file));
        posters.push(byHand.get(file) ?? still ?? new Blob());
      }
      return posters;
    },
  };
}

export type Videos = ReturnType<typeof useVideos>;

/** A video that cannot be sent as it is; nothing was saved. */
export class Unsendable extends Error {}

async function look(video: File): Promise<Look> {
  const coding = import('./video-codec.ts').then(({ readCodecs }) => readCodecs(video)).catch(() => undefined);
  const still = await takePoster(video);
  return { coding: await coding, still };
}

export const useless = ({ name }: File) =>
  `${name} is coded in a way that no browser plays, and this server cannot convert it. Please save it as MP4 with H.264.`;
const unreadable = ({ name }: File) => `${name} cannot be read as a film. Please choose another file, MP4 or MOV.`;
