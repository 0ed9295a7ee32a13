{{/*
All that templates need to know of one workload, as JSON: (dict "root" $ "name" NAME). Seconds of a stop: a pause while load balancers
notice, the bound within which the process finishes what it accepted, and a reserve. Together they are the grace period.
*/}}
{{- define "loyalty.workload" -}}
{{- $given := get .root.Values.services .name -}}
{{- $facts := include "loyalty.facts" (dict "root" .root "service" $given.service) | fromJson -}}
{{- $ports := dict "ADMIN_PORT" .root.Values.ports.admin "HTTP_PORT" .root.Values.ports.http -}}
{{- $context := dict "root" .root "name" .name "facts" $facts "own" $given "extra" $ports -}}
{{- $settings := include "loyalty.settings" $context | fromJson -}}
{{- $bound := include "loyalty.boundSeconds" (dict "facts" $facts "settings" $settings) | int -}}
{{- $_ := set $settings "STOP_WITHIN_MS" (mul $bound 1000 | toString) -}}
{{- include "loyalty.refuse" (dict "root" .root "name" .name "facts" $facts "settings" $settings) -}}
{{- $grace := include "loyalty.graceSeconds" (dict "name" .name "termination" $given.termination "bound" $bound) | int -}}
{{- $scaler := include "loyalty.scaler" (dict "root" .root "name" .name "kind" $facts.kind) -}}
{{- $max := ternary $given.replicas.min $given.replicas.max (eq $scaler "none") -}}
{{- /* At once in a rollout: one pod more than replicas, and those that still stop. A stop may outlast minReadySeconds several times. */ -}}
{{- $pace := max 1 (int $given.minReadySeconds) -}}
{{- $stopping := min (int $max) (div (add $grace $pace -1) $pace) -}}
{{- if gt (int $given.replicas.min) (int $given.replicas.max) -}}
{{- fail (printf "services.%s.replicas.min is more than max" .name) -}}
{{- end -}}
{{- dict
  "name" .name
  "fullName" (include "loyalty.name" .)
  "service" $given.service
  "kind" $facts.kind
  "settings" $settings
  "files" (include "loyalty.files" $context | fromJson)
  "httpTls" (hasKey $settings "HTTP_TLS_CERT_FILE")
  "adminTls" (hasKey $settings "ADMIN_TLS_CERT_FILE")
  "image" (include "loyalty.image" (dict "root" .root "service" $given.service))
  "preStopSeconds" (int $given.termination.preStopSeconds)
  "boundSeconds" $bound
  "graceSeconds" $grace
  "scaler" $scaler
  "stopped" (or (eq (toString .root.Values.stopped) "true") (eq (toString .root.Values.stopped) $facts.kind))
  "processesMax" (add (int $max) 1 $stopping)
  "connections" (include "loyalty.connections" (dict "facts" $facts "settings" $settings) | int)
  | toJson -}}
{{- end }}

{{/* The port of the Service of an ingress. */}}
{{- define "loyalty.httpPort" -}}
{{ ternary 443 80 (include "loyalty.workload" . | fromJson).httpTls }}
{{- end }}

{{/* Seconds that a stop may take. A process for the checkout has no bulk calls. */}}
{{- define "loyalty.boundSeconds" -}}
{{- $s := .settings -}}
{{- $default := dict -}}
{{- range .facts.settings }}{{ $_ := set $default .variable .defaultText }}{{ end -}}
{{- $longestMs := 5000 -}}
{{- if eq .facts.kind "ingress" -}}
{{- $longestMs = get $s "REQUEST_DEADLINE_MS" | default (get $default "REQUEST_DEADLINE_MS") | int -}}
{{- if ne (get $s "INGRESS_ROLE") "checkout" -}}
{{- $longestMs = max $longestMs (get $s "BULK_DEADLINE_MS" | default (get $default "BULK_DEADLINE_MS") | int) -}}
{{- end -}}
{{- $longestMs = add $longestMs (get $s "STOP_PAUSE_MS" | default (get $default "STOP_PAUSE_MS") | int) -}}
{{- end -}}
{{- $boundMs := max 15000 (add $longestMs 10000) -}}
{{- if hasKey $s "STOP_WITHIN_MS" }}{{ $boundMs = get $s "STOP_WITHIN_MS" | int }}{{ end -}}
{{- div (add $boundMs 999) 1000 -}}
{{- end }}

{{- define "loyalty.graceSeconds" -}}
{{- $drain := add .termination.preStopSeconds .bound -}}
{{- $grace := add $drain .termination.reserveSeconds -}}
{{- if .termination.graceSeconds }}{{ $grace = .termination.graceSeconds | int }}{{ end -}}
{{- if le (int $grace) (int $drain) -}}
{{- fail (printf "services.%s.termination.graceSeconds is %d, and a stop may take %d s: what was accepted would be cut" .name (int $grace) (int $drain)) -}}
{{- end -}}
{{- $grace -}}
{{- end }}

{{/* hpa, keda or none. Without queries for a workload, as while none are derived, nothing scales it. */}}
{{- define "loyalty.scaler" -}}
{{- if eq .kind "ingress" -}}
{{ ternary "hpa" "none" .root.Values.scaling.hpa.enabled }}
{{- else -}}
{{- $queries := .root.Files.Get "files/scaling.json" | default "{}" | fromJson -}}
{{ ternary "keda" "none" (and .root.Values.scaling.keda.enabled (hasKey $queries .name)) }}
{{- end -}}
{{- end }}

{{/* Connections to Postgres of one process: those of its pools, one of which DATABASE_POOL_MAX sizes. */}}
{{- define "loyalty.connections" -}}
{{- $connections := int .facts.connectionsMax -}}
{{- $s := .settings -}}
{{- range .facts.settings -}}
{{- if and (eq .variable "DATABASE_POOL_MAX") (hasKey $s .variable) -}}
{{- $connections = add (sub $connections (int .defaultText)) (get $s .variable | int) -}}
{{- end -}}
{{- end -}}
{{- $connections -}}
{{- end }}

{{/* The names of the workloads that are enabled, as a JSON list. */}}
{{- define "loyalty.enabled" -}}
{{- $names := list -}}
{{- range $name, $given := .Values.services -}}
{{- if $given.enabled }}{{ $names = append $names $name }}{{ end -}}
{{- end -}}
{{- toJson $names -}}
{{- end }}

{{/* Services of a kind that are enabled, by commas: for wait-for. */}}
{{- define "loyalty.servicesOfKind" -}}
{{- $found := list -}}
{{- range $name, $given := .root.Values.services -}}
{{- $facts := include "loyalty.facts" (dict "root" $.root "service" $given.service) | fromJson -}}
{{- if and $given.enabled (eq $facts.kind $.kind) }}{{ $found = append $found $given.service }}{{ end -}}
{{- end -}}
{{- $found | uniq | sortAlpha | join "," -}}
{{- end }}
