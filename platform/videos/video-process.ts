import { Logging, LogLevel } from 'mediabunny';
import { handleTasks } from '#platform/jobs/child-tasks.ts';
import { readVideo, remuxVideo, whenMade } from './video-file.ts';

Logging.level = LogLevel.Silent;

handleTasks({
  read: ({ localPath }: { localPath: string }) => readVideo(localPath),
  made: ({ localPath }: { localPath: string }) => whenMade(localPath),
  remux: ({ localPath, outPath }: { localPath: string; outPath: string }) =>
    remuxVideo(localPath, outPath),
});
