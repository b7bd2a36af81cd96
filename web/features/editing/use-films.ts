import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isForAll } from '#contract/film-codings.ts';
import { mediaAbilities } from './editing-queries.ts';
import { kindOf } from './file-rules.ts';
import type { FileCoding } from './film-coding.ts';
import { takePoster } from './film-poster.ts';

/** What this browser found out about a film: `coding` is null for what is none, undefined where nobody could look; `still` is null where it could take none. */
type Look = { coding: FileCoding | null | undefined; still: Blob | null };

export type ChosenFilm = {
  file: File;
  /** Not every browser plays it as it is. */
  isOdd: boolean;
  /** No browser plays it, and the server cannot convert it. */
  isUseless: boolean;
  /** Neither this browser nor the server can take a still picture of it. */
  needsStill: boolean;
  /** The picture that the owner chose to be its still. */
  byHand: File | null;
};

/** The films among chosen files: looked at as soon as they are chosen, so that the owner learns before saving what visitors will see. */
export function useFilms(files: readonly File[]) {
  const films = files.filter((file) => kindOf(file) === 'film');
  const queryClient = useQueryClient();
  const { data } = useQuery({ ...mediaAbilities(), enabled: films.length > 0 });
  const convertsFilms = data?.convertsFilms ?? false;
  const looks = useRef(new Map<File, Promise<Look>>());
  const [known, setKnown] = useState<ReadonlyMap<File, Look>>(new Map());
  const [byHand, setByHand] = useState<ReadonlyMap<File, File>>(new Map());

  const lookAt = (film: File): Promise<Look> => {
    const begun = looks.current.get(film) ?? look(film);
    looks.current.set(film, begun);
    return begun;
  };

  const serverConverts = () =>
    queryClient.ensureQueryData(mediaAbilities()).then(
      (abilities) => abilities.convertsFilms,
      () => false,
    );

  useEffect(() => {
    for (const film of films) {
      if (!looks.current.has(film)) void lookAt(film).then((found) => setKnown((before) => new Map(before).set(film, found)));
    }
  });

  return {
    convertsFilms,
    /** Those of which there is something to say. */
    notable: films.flatMap((file): ChosenFilm[] => {
      const found = known.get(file);
      if (!found || found.coding === null) return [];
      const { coding, still } = found;
      const isUseless = coding?.isKnown === false && !convertsFilms;
      const isOdd = coding !== undefined && !isForAll(coding);
      const film = { isUseless, isOdd, needsStill: !isUseless && still === null && !convertsFilms };
      return film.isOdd || film.needsStill ? [{ file, ...film, byHand: byHand.get(file) ?? null }] : [];
    }),
    chooseStill: (film: File, picture: File) => setByHand(new Map(byHand).set(film, picture)),
    /**
     * A still for each film among the files, in their order; an empty one is taken by the server.
     * @throws Unsendable for a film of which nobody can take one.
     */
    async stillsOf(chosen: readonly File[]): Promise<Blob[]> {
      const stills: Blob[] = [];
      for (const file of chosen) {
        if (kindOf(file) !== 'film') continue;
        const { coding, still } = await lookAt(file);
        if (coding === null) throw new Unsendable(unreadable(file));
        if (coding && !coding.isKnown && !(await serverConverts())) throw new Unsendable(useless(file));
        const picture = byHand.get(file) ?? still ?? ((await serverConverts()) ? new Blob() : null);
        if (!picture) throw new Unsendable(needsStill(file));
        stills.push(picture);
      }
      return stills;
    },
  };
}

export type Films = ReturnType<typeof useFilms>;

/** A film that cannot be sent as it is; nothing was saved. */
export class Unsendable extends Error {}

async function look(film: File): Promise<Look> {
  const coding = import('./film-coding.ts').then(({ readCoding }) => readCoding(film)).catch(() => undefined);
  const still = await takePoster(film);
  return { coding: await coding, still };
}

export const useless = ({ name }: File) =>
  `${name} is coded in a way that no browser plays, and this server cannot convert it. Please save it as MP4 with H.264.`;
const needsStill = ({ name }: File) => `${name} has no still picture yet. Please choose one: it is shown until the film plays.`;
const unreadable = ({ name }: File) => `${name} cannot be read as a film. Please choose another file, MP4 or MOV.`;
