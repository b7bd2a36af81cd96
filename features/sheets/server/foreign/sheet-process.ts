import { handleTasks } from '#platform/jobs/child-tasks.ts';
import { type SurveyInput, surveySheet } from './survey.ts';

handleTasks({
  survey: ({
    localPath,
    tablePath,
    ...how
  }: SurveyInput & { localPath: string; tablePath: string }) =>
    surveySheet(localPath, tablePath, how),
});
