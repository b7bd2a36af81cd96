/** The child process that reads sheets that others wrote. */
import { handleTasks } from '#server/platform/jobs/child-tasks.ts';
import { surveySheet } from './survey.ts';

type SurveyInput = { localPath: string; tablePath: string; modules: string[] };

handleTasks({
  survey: ({ localPath, tablePath, modules }: SurveyInput) => surveySheet(localPath, tablePath, modules),
});
