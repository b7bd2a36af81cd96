/** Every device decodes H.264 with 8 bits and 4:2:0, VP9 and AV1. */
const videoEverywhere = /^(avc[13]\.(42|4d|58|64)|vp09\.00|av01\.0)/i;
const audioEverywhere = /^(mp4a\.(40|69|6b)|mp3$|opus$|flac$)/i;

export type Codecs = { video: string; audio: string | null };

export const codecPlaysEverywhere = (video: string): boolean => videoEverywhere.test(video);

export const playsEverywhere = ({ video, audio }: Codecs): boolean =>
  codecPlaysEverywhere(video) && (audio === null || audioEverywhere.test(audio));

/** Leaves out sound that no browser knows. */
export function videoType({ video, audio }: Codecs): string {
  const codecs = audio !== null && audioEverywhere.test(audio) ? `${video}, ${audio}` : video;
  return `video/mp4; codecs="${codecs}"`;
}
