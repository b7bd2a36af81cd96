/** How videos are coded, as MIME types name it (`avc1.64001f`, `mp4a.40.2`), and who can play it. Plain functions for both sides. */

/** H.264 in the profiles with 8 bits and 4:2:0 colours that every device decodes; VP9 and AV1. */
const videoEverywhere = /^(avc[13]\.(42|4d|58|64)|vp09\.00|av01\.0)/i;
const audioEverywhere = /^(mp4a\.(40|69|6b)|mp3$|opus$|flac$)/i;

export type Codecs = { video: string; audio: string | null };

/** Whether nearly every browser plays pictures so coded. */
export const codecPlaysEverywhere = (video: string): boolean => videoEverywhere.test(video);

export const playsEverywhere = ({ video, audio }: Codecs): boolean =>
  codecPlaysEverywhere(video) && (audio === null || audioEverywhere.test(audio));

/** MIME type of an mp4. Sound that no browser knows is left out: they then play the pictures in silence. */
export function videoType({ video, audio }: Codecs): string {
  const codecs = audio !== null && audioEverywhere.test(audio) ? `${video}, ${audio}` : video;
  return `video/mp4; codecs="${codecs}"`;
}
