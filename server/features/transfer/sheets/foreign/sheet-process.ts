/** The child process that reads sheets that others wrote. */
import { handleTasks } from '#server/platform/jobs/child-tasks.ts';
import { surveySheet } from './survey.ts';

handleTasks({
  survey: ({ localPath, tablePath }: { localPath: string; tablePath: string }) => surveySheet(localPath, tablePath),
});
