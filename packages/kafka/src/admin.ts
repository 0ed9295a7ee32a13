/** Topics, settings of brokers, and access rules, as an operator's commands make and compare them. */

export { type AccessRule, grantAccess } from './admin/access-rules.ts';
export { type BrokersSurvey, surveyBrokers } from './admin/broker-settings.ts';
export { type BrokerRelease, readBrokerRelease } from './admin/broker-release.ts';
export {
  addPartitions,
  alterTopics,
  type ChangedSetting,
  createTopicsAndWait,
  createTopics,
  type DeclaredTopic,
  listTopics,
  surveyTopics,
  type TopicDifference,
  type TopicSettings,
  type TopicsSurvey,
} from './admin/topics.ts';
