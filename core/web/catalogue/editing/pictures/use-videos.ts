import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import type { Medium } from '#core/contract/media/media.ts';
import { playsEverywhere } from '#core/contract/media/video-codecs.ts';
import { mediaAbilities } from '#core/web/catalogue/editing/saving/editing-queries.ts';
import type { SendLater } from '#core/web/desk-feature.ts';
import { kindOf } from './file-rules.ts';
import { sendLater } from './send-later.ts';
import type { FileCodecs } from './video-codec.ts';
import { takePoster } from './video-poster.ts';

/**
 * `codecs`: null for no video, undefined where unreadable; `poster`: null where none could be
 * taken.
 */
type Inspection = { codecs: FileCodecs | null | undefined; poster: Blob | null };

export type ChosenVideo = {
  file: File;
  /** Not every browser plays it as it is. */
  hasLimitedSupport: boolean;
  /** No browser plays it, and the server cannot convert it. */
  isUnplayable: boolean;
  /** Neither this browser nor the server can take a poster. */
  needsPoster: boolean;
  chosenPoster: File | null;
};

/** The admin learns before saving what visitors will see. */
export function useVideos(files: readonly File[]) {
  const videos = files.filter((file) => kindOf(file) === 'video');
  const queryClient = useQueryClient();
  const { data } = useQuery({ ...mediaAbilities(), enabled: videos.length > 0 });
  const convertsVideos = data?.convertsVideos ?? false;
  const inspections = useRef(new Map<File, Promise<Inspection>>());
  const [known, setKnown] = useState<ReadonlyMap<File, Inspection>>(new Map());
  const [chosenPosters, setChosenPosters] = useState<ReadonlyMap<File, File>>(new Map());

  const [later, setLater] = useState<ReadonlyMap<File, SendLater>>(new Map());

  const inspectOnce = (video: File): Promise<Inspection> => {
    const begun = inspections.current.get(video) ?? inspect(video);
    inspections.current.set(video, begun);
    return begun;
  };

  const serverConverts = () =>
    queryClient.ensureQueryData(mediaAbilities()).then(
      (abilities) => abilities.convertsVideos,
      () => false,
    );

  useEffect(() => {
    for (const video of videos) {
      if (!inspections.current.has(video))
        void inspectOnce(video).then((found) =>
          setKnown((before) => new Map(before).set(video, found)),
        );
    }
  });

  return {
    convertsVideos,
    notable: videos.flatMap((file): ChosenVideo[] => {
      const found = known.get(file);
      if (!found || found.codecs === null) return [];
      const { codecs, poster } = found;
      const isUnplayable = codecs?.isKnown === false && !convertsVideos;
      const hasLimitedSupport = codecs !== undefined && !playsEverywhere(codecs);
      const video = {
        isUnplayable,
        hasLimitedSupport,
        needsPoster: !isUnplayable && poster === null && !convertsVideos,
      };
      return video.hasLimitedSupport || video.needsPoster
        ? [{ file, ...video, chosenPoster: chosenPosters.get(file) ?? null }]
        : [];
    }),
    isShown: (video: File) => (known.get(video)?.poster ?? null) !== null,
    laterOf: (video: File) => later.get(video),
    setLater: (video: File, send: SendLater | null) => {
      const changed = new Map(later);
      if (send) changed.set(video, send);
      else changed.delete(video);
      setLater(changed);
    },
    /** @returns the specimen with what it sent. */
    withLaterSent: (specimen: SpecimenDetail, sent: readonly File[], media: readonly Medium[]) =>
      sendLater(specimen, sent, media, later),
    choosePoster: (video: File, picture: File) =>
      setChosenPosters(new Map(chosenPosters).set(video, picture)),
    /**
     * The server replaces an empty poster. @throws Unsendable for a video that cannot be read, or
     * that no one could play.
     */
    async postersOf(chosen: readonly File[]): Promise<Blob[]> {
      const posters: Blob[] = [];
      for (const file of chosen) {
        if (kindOf(file) !== 'video') continue;
        const { codecs, poster } = await inspectOnce(file);
        if (codecs === null) throw new Unsendable(unreadableMessage(file));
        if (codecs && !codecs.isKnown && !(await serverConverts()))
          throw new Unsendable(unplayableMessage(file));
        posters.push(chosenPosters.get(file) ?? poster ?? new Blob());
      }
      return posters;
    },
  };
}

export type Videos = ReturnType<typeof useVideos>;

/** Nothing was saved. */
export class Unsendable extends Error {}

async function inspect(video: File): Promise<Inspection> {
  const codecs = import('./video-codec.ts')
    .then(({ readCodecs }) => readCodecs(video))
    .catch(() => undefined);
  const poster = await takePoster(video);
  return { codecs: await codecs, poster };
}

export const unplayableMessage = ({ name }: File) =>
  `No browser can play ${name}, and this server can’t convert it. Please save it as MP4 with H.264.`;
const unreadableMessage = ({ name }: File) =>
  `We can’t read ${name} as a video. Please choose another MP4 or MOV file.`;
