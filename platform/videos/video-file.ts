/** Rewrites mp4 and mov so playback can start with the first bytes. Runs in a child process. */
import { open as openFile, writeFile } from 'node:fs/promises';
import {
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
} from 'mediabunny';
import type { Codecs } from '#core/contract/media/video-codecs.ts';
import { clearTimestamps, readCreation } from './video-timestamps.ts';

const MAX_SIDE_PX = 16_384;

/** Sizes in pixels as displayed, codecs as in MIME types if known, else their four-letter codes. */
export type VideoFacts = Codecs & {
  width: number;
  height: number;
  /** Seconds. */
  duration: number;
  isHdr: boolean;
  ending: 'mov' | 'mp4';
};

/** @throws Error if it is no video, has a damaged index, or has no pictures. */
export async function readVideo(localPath: string): Promise<VideoFacts> {
  using input = open(localPath);
  const { video, audio } = await tracksOf(input);
  return factsOf(input, video, audio);
}

/** ISO 8601 in UTC: as the phone says it, else as its index does; null where neither does. */
export async function whenMade(localPath: string): Promise<string | null> {
  using input = open(localPath);
  const said = (await input.getMetadataTags()).raw?.['com.apple.quicktime.creationdate'];
  const instant =
    typeof said === 'string' ? Date.parse(said.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')) : Number.NaN;
  if (!Number.isNaN(instant)) return new Date(instant).toISOString();
  await using file = await openFile(localPath);
  return await readCreation(file);
}

/**
 * Copies pictures and sound, puts the index first, and drops everything else, such as location,
 * time and device. The same video always gives the same bytes.
 * @returns `isWritten`: false if the video codec is unknown, so nothing could be written.
 * @throws Error if it is no video, is damaged, or has no pictures.
 */
export async function remuxVideo(
  localPath: string,
  outPath: string,
): Promise<VideoFacts & { isWritten: boolean }> {
  using input = open(localPath);
  const { video, audio } = await tracksOf(input);
  const facts = await factsOf(input, video, audio);
  const [videoCodec, audioCodec] = [await video.getCodec(), (await audio?.getCodec()) ?? null];
  if (videoCodec === null) return { ...facts, isWritten: false };

  const format = new Mp4OutputFormat({ fastStart: 'in-memory' });
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const pictures = new EncodedVideoPacketSource(videoCodec);
  output.addVideoTrack(pictures, { transformationMatrix: await video.getTransformationMatrix() });
  const samples = [samplesOf(video, await videoWriter(video, pictures))];
  if (audio && audioCodec && format.getSupportedAudioCodecs().includes(audioCodec)) {
    const sound = new EncodedAudioPacketSource(audioCodec);
    output.addAudioTrack(sound);
    samples.push(samplesOf(audio, await audioWriter(audio, sound)));
  }
  await output.start();
  await writeInterleaved(samples);
  await output.finalize();
  if (!target.buffer) throw new Error('Nothing was written');
  const written = Buffer.from(target.buffer);
  clearTimestamps(written);
  await writeFile(outPath, written);
  return { ...facts, isWritten: true };
}

const open = (localPath: string) =>
  new Input({ formats: [MP4, QTFF], source: new FilePathSource(localPath) });

async function tracksOf(
  input: Input,
): Promise<{ video: InputVideoTrack; audio: InputAudioTrack | null }> {
  const video = await input.getPrimaryVideoTrack();
  if (!video) throw new Error('There is no video track');
  return { video, audio: await input.getPrimaryAudioTrack() };
}

async function factsOf(
  input: Input,
  video: InputVideoTrack,
  audio: InputAudioTrack | null,
): Promise<VideoFacts> {
  const width = Math.round(await video.getDisplayWidth());
  const height = Math.round(await video.getDisplayHeight());
  if (!(width > 0 && height > 0 && width <= MAX_SIDE_PX && height <= MAX_SIDE_PX))
    throw new Error(`Invalid picture size: ${width} × ${height}`);
  const codecs = { video: await codecOf(video), audio: audio && (await codecOf(audio)) };
  const ending = (await input.getFormat()) === QTFF ? 'mov' : 'mp4';
  return {
    ...codecs,
    ending,
    width,
    height,
    duration: await video.computeDuration(),
    isHdr: await video.hasHighDynamicRange(),
  };
}

async function codecOf(track: InputVideoTrack | InputAudioTrack): Promise<string> {
  const codec = (await track.getCodecParameterString()) ?? String(await track.getInternalCodecId());
  // Apple's players know this codec only as hvc1, which is also what the muxer writes.
  return codec.replace(/^hev1/, 'hvc1');
}

type Write = (packet: EncodedPacket) => Promise<void>;

async function videoWriter(
  track: InputVideoTrack,
  source: EncodedVideoPacketSource,
): Promise<Write> {
  const meta = { decoderConfig: (await track.getDecoderConfig()) ?? undefined };
  let latest = Number.NEGATIVE_INFINITY;
  return async (packet) => {
    // Some videos mark as key frames pictures that are shown before others already written, which
    // the format forbids.
    const type = packet.timestamp < latest ? 'delta' : packet.type;
    latest = Math.max(latest, packet.timestamp);
    await source.add(packet.clone({ type }), meta);
  };
}

async function audioWriter(
  track: InputAudioTrack,
  source: EncodedAudioPacketSource,
): Promise<Write> {
  const meta = { decoderConfig: (await track.getDecoderConfig()) ?? undefined };
  return (packet) => source.add(packet, meta);
}

type Sample = { timestamp: number; write(): Promise<void> };

/** @throws Error if the file ends before the last sample that its index lists. */
async function* samplesOf(
  track: InputVideoTrack | InputAudioTrack,
  write: Write,
): AsyncGenerator<Sample> {
  const sink = new EncodedPacketSink(track);
  let [read, promised] = [0, 0];
  for await (const packet of sink.packets(undefined, undefined, {
    verifyKeyPackets: track.isVideoTrack(),
  })) {
    read += 1;
    yield { timestamp: packet.timestamp, write: () => write(packet) };
  }
  for await (const _ of sink.packets(undefined, undefined, { metadataOnly: true })) promised += 1;
  if (read === 0 || read < promised)
    throw new Error(`Only ${read} of ${promised} samples can be read`);
}

async function writeInterleaved(tracks: AsyncGenerator<Sample>[]): Promise<void> {
  const waiting = await Promise.all(
    tracks.map(async (samples) => ({ samples, head: await samples.next() })),
  );
  for (;;) {
    const [first] = waiting
      .filter(({ head }) => !head.done)
      .toSorted((a, b) => timeOf(a.head) - timeOf(b.head));
    if (!first?.head.value) return;
    await first.head.value.write();
    first.head = await first.samples.next();
  }
}

const timeOf = (head: IteratorResult<Sample, void>) =>
  head.value?.timestamp ?? Number.POSITIVE_INFINITY;
