{{/* Names and labels. */}}

{{- define "loyalty.labels" -}}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version | replace "+" "_" }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/part-of: loyalty
{{- end }}

{{/* Of one workload: (dict "root" $ "name" NAME). What selects its pods, and nothing that changes with a release. */}}
{{- define "loyalty.selector" -}}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- end }}

{{/* What the names of all objects begin with. */}}
{{- define "loyalty.prefix" -}}
{{ .Values.fullnameOverride | default .Release.Name }}
{{- end }}

{{/*
At most 52 characters, as a CronJob's. Where that is too short the prefix is cut, never the workload's name, and a hash of the whole keeps
two releases apart.
*/}}
{{- define "loyalty.name" -}}
{{- $prefix := include "loyalty.prefix" .root -}}
{{- $whole := printf "%s-%s" $prefix .name -}}
{{- if le (len $whole) 52 -}}
{{ $whole }}
{{- else -}}
{{ printf "%s-%s-%s" ($prefix | trunc (int (sub 42 (len .name))) | trimSuffix "-") (sha256sum $prefix | trunc 8) .name }}
{{- end -}}
{{- end }}

{{/* The image of a service: (dict "root" $ "service" SERVICE). */}}
{{- define "loyalty.image" -}}
{{- $image := .root.Values.image -}}
{{- $place := printf "%s/%s" $image.repository .service -}}
{{- with $image.registry }}{{ $place = printf "%s/%s" . $place }}{{ end -}}
{{- $digest := get $image.digests .service -}}
{{- if $digest -}}
{{ $place }}@{{ $digest }}
{{- else -}}
{{ $place }}:{{ $image.tag | default .root.Chart.AppVersion }}
{{- end -}}
{{- end }}
