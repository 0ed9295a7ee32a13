/** Returns the series with the label `service` of the process that they are from: nobody knows an address by heart. */
export const withService = (series: string): string =>
  `${series} * on (instance) group_left (service) loyalty_service_info`;

/** An earn-engine, for the examples of alerts that name services. */
export const engineInfo = 'loyalty_service_info{instance="e",service="earn-engine"}';
