/** Reads strangers' films apart from the shop: a child of films.ts. */
import { Logging, LogLevel } from 'mediabunny';
import { answerTasks } from '#server/platform/jobs/child-tasks.ts';
import { readFilm, remuxFilm } from './film-file.ts';

Logging.level = LogLevel.Silent;

answerTasks({
  read: ({ localPath }: { localPath: string }) => readFilm(localPath),
  remux: ({ localPath, outPath }: { localPath: string; outPath: string }) => remuxFilm(localPath, outPath),
});
