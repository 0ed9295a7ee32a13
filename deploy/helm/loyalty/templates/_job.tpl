{{/*
The variables and files of a job of loyaltyctl, as JSON: (dict "root" $ "name" NAME "job" VALUES). It has the settings of all, and its own.
"as" names the values whose settings and files it has where it has none of its own. "operator": also those of who operates by hand.
*/}}
{{- define "loyalty.job" -}}
{{- $facts := include "loyalty.facts" (dict "root" .root "service" "loyaltyctl") | fromJson -}}
{{- if .operator }}{{ $_ := set $facts "settings" (concat $facts.settings $facts.operatorSettings) }}{{ end -}}
{{- $own := dict "settings" (.job.settings | default dict) "files" (.job.files | default dict) -}}
{{- with .as -}}
{{- $own = dict "settings" (merge (deepCopy $own.settings) (.settings | default dict)) "files" (merge (deepCopy $own.files) (.files | default dict)) -}}
{{- end -}}
{{- $context := dict "root" .root "facts" $facts "own" $own "extra" dict -}}
{{- $settings := include "loyalty.settings" $context | fromJson -}}
{{- $files := include "loyalty.files" $context | fromJson -}}
{{- if .databaseOnly -}}
{{- $all := $settings -}}
{{- $settings = include "loyalty.commandOf" (dict "root" .root "settings" $all) | fromJson -}}
{{- range $variable, $_ := $files }}{{ if not (hasPrefix "DATABASE_" $variable) }}{{ $files = omit $files $variable }}{{ end }}{{ end -}}
{{- if and (not .root.Values.acknowledgePlaintext) (not (contains "sslmode=verify-full" (get $settings "DATABASE_URL"))) -}}
{{- fail (printf "DATABASE_URL of jobs.%s has no sslmode=verify-full, and acknowledgePlaintext is not true" .name) -}}
{{- end -}}
{{- else -}}
{{- include "loyalty.refuse" (dict "root" .root "name" (printf "jobs.%s" .name) "facts" $facts "settings" $settings) -}}
{{- include "loyalty.requirePeers" (dict "root" .root "name" (printf "jobs.%s" .name) "settings" (pick $settings "KAFKA_BROKERS" "DATABASE_URL" "SCHEMA_REGISTRY_URL")) -}}
{{- end -}}
{{- dict "settings" $settings "files" $files | toJson -}}
{{- end }}

{{/*
The pod of a job: (dict "root" $ "name" NAME "account" NAME "job" VALUES "args" LIST "settings" TEXTS "files" FILES). With "command" it waits
for `kubectl exec`. "work": a folder for files. "erasures": the volume of jobs.erasures, to `read` or to `write`.
*/}}
{{- define "loyalty.jobPod" -}}
{{- $own := .job -}}
serviceAccountName: {{ include "loyalty.name" (dict "root" .root "name" (.account | default .name)) }}
{{- if not .command }}
restartPolicy: Never
{{- end }}
{{ include "loyalty.podCommon" (dict "root" .root "own" $own) }}
terminationGracePeriodSeconds: 30
containers:
  - name: loyaltyctl
    image: {{ include "loyalty.image" (dict "root" .root "service" "loyaltyctl") }}
    imagePullPolicy: {{ .root.Values.image.pullPolicy }}
    {{- with .command }}
    command:
      {{- toYaml . | nindent 6 }}
    {{- end }}
    {{- with .args }}
    args:
      {{- toYaml . | nindent 6 }}
    {{- end }}
    {{- with include "loyalty.env" (dict "root" .root "own" $own "settings" .settings) }}
    env:
      {{- . | nindent 6 }}
    {{- end }}
    resources:
      {{- toYaml .job.resources | nindent 6 }}
    securityContext:
      {{- include "loyalty.containerSecurity" .root | nindent 6 }}
    volumeMounts:
      {{- include "loyalty.volumeMounts" (dict "root" .root "own" $own "files" .files) | nindent 6 }}
      {{- if .work }}
      - name: work
        mountPath: /work
      {{- end }}
      {{- if .erasures }}
      - name: erasures
        mountPath: /work/erasures
        {{- if eq .erasures "read" }}
        readOnly: true
        {{- end }}
      {{- end }}
volumes:
  {{- include "loyalty.volumes" (dict "root" .root "own" $own "files" .files) | nindent 2 }}
  {{- if .work }}
  - name: work
    emptyDir:
      sizeLimit: {{ .root.Values.admin.workSize }}
  {{- end }}
  {{- if .erasures }}
  - name: erasures
    {{- toYaml .root.Values.jobs.erasures.volume | nindent 4 }}
  {{- end }}
{{- end }}

{{- define "loyalty.jobAccount" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ include "loyalty.name" . }}
  labels:
    {{- include "loyalty.selector" . | nindent 4 }}
    {{- include "loyalty.labels" .root | nindent 4 }}
  {{- with include "loyalty.accountAnnotations" . }}
  {{- . | nindent 2 }}
  {{- end }}
automountServiceAccountToken: false
{{- end }}

{{/* Labels and annotations of a job's pod: (dict "root" $ "name" NAME "own" VALUES). */}}
{{- define "loyalty.jobPodMetadata" -}}
labels:
  {{- include "loyalty.selector" . | nindent 2 }}
  {{- include "loyalty.labels" .root | nindent 2 }}
  {{- with include "loyalty.podLabels" . }}
  {{- . | nindent 2 }}
  {{- end }}
{{- with include "loyalty.podAnnotations" . }}
annotations:
  {{- . | nindent 2 }}
{{- end }}
{{- end }}

{{/*
A job of loyaltyctl by a schedule: (dict "root" $ "name" NAME "own" VALUES "schedule" TEXT "timeZone" TEXT "suspend" BOOLEAN "ends" TEXT "pod" DICT). The
pod is that of `loyalty.jobPod`; `ends`, where it is given, says how the Job ends.
*/}}
{{- define "loyalty.cronJob" -}}
apiVersion: batch/v1
kind: CronJob
metadata:
  name: {{ include "loyalty.name" . }}
  labels:
    {{- include "loyalty.selector" . | nindent 4 }}
    {{- include "loyalty.labels" .root | nindent 4 }}
spec:
  schedule: {{ .schedule | quote }}
  timeZone: {{ .timeZone }}
  {{- if .suspend }}
  suspend: true
  {{- end }}
  concurrencyPolicy: Forbid
  startingDeadlineSeconds: {{ .startingDeadlineSeconds | default 3600 }}
  successfulJobsHistoryLimit: {{ .succeededLimit | default 3 }}
  failedJobsHistoryLimit: {{ .failedLimit | default 7 }}
  jobTemplate:
    spec:
      {{- with .ends }}
      {{- . | nindent 6 }}
      {{- else }}
      # What failed is no accident: a second run would find it again.
      backoffLimit: 0
      {{- end }}
      activeDeadlineSeconds: {{ int .own.activeDeadlineSeconds }}
      {{- with .ttlSeconds }}
      ttlSecondsAfterFinished: {{ . }}
      {{- end }}
      template:
        metadata:
          {{- include "loyalty.jobPodMetadata" (dict "root" .root "name" (.podsOf | default .name) "own" .own) | nindent 10 }}
        spec:
          {{- include "loyalty.jobPod" .pod | nindent 10 }}
{{- end }}

{{/* What a pod of loyaltyctl reaches: (dict "root" $ "name" NAME "to" LIST). */}}
{{- define "loyalty.jobPolicy" -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ include "loyalty.name" . }}
  labels:
    {{- include "loyalty.selector" . | nindent 4 }}
    {{- include "loyalty.labels" .root | nindent 4 }}
  {{- with .hook }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  podSelector:
    matchLabels:
      {{- include "loyalty.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  egress:
    {{- include "loyalty.egressToNames" .root.Values.network.dns | nindent 4 }}
    {{- range .to }}
    {{- include "loyalty.egressTo" . | nindent 4 }}
    {{- end }}
    {{- if .toOwnPods }}
    # The admin pages of the release's own processes, such as /callers (docs/runbooks/tenant-flood.md).
    - to:
        - podSelector:
            matchLabels:
              app.kubernetes.io/instance: {{ .root.Release.Name }}
      ports:
        - port: admin
          protocol: TCP
    {{- end }}
{{- end }}
