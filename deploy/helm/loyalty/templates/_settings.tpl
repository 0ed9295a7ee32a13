{{/* Settings of a process, from files/services.json: what its code reads, and nothing else. */}}

{{/* The facts of a service as JSON: (dict "root" $ "service" SERVICE). */}}
{{- define "loyalty.facts" -}}
{{- $service := .service -}}
{{- range .root.Files.Get "files/services.json" | fromJsonArray -}}
{{- if eq .service $service }}{{ toJson . }}{{ end -}}
{{- end -}}
{{- end }}

{{/* A number of YAML as Node reads it: 134217728, not 1.34217728e+08. */}}
{{- define "loyalty.text" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) -}}
{{ int64 . }}
{{- else -}}
{{ . }}
{{- end -}}
{{- end }}

{{/*
The variables of a process, as JSON of texts: (dict "root" $ "facts" FACTS "own" VALUES "extra" DICT). Its own settings go before those of
all. A file is known by its path below /etc/loyalty.
*/}}
{{- define "loyalty.settings" -}}
{{- $root := .root -}}
{{- $own := .own.settings | default dict -}}
{{- $files := include "loyalty.files" . | fromJson -}}
{{- $extra := .extra -}}
{{- $texts := dict -}}
{{- range .facts.settings -}}
{{- $value := get $root.Values.settings .variable -}}
{{- if hasKey $own .variable }}{{ $value = get $own .variable }}{{ end -}}
{{- if hasKey $extra .variable }}{{ $value = get $extra .variable }}{{ end -}}
{{- if hasKey $files .variable }}{{ $value = printf "/etc/loyalty/%s" .variable }}{{ end -}}
{{- if not (or (kindIs "invalid" $value) (eq (toString $value) "")) -}}
{{- $_ := set $texts .variable (include "loyalty.text" $value) -}}
{{- end -}}
{{- end -}}
{{- toJson $texts -}}
{{- end }}

{{/* The files of a process by variable, as JSON; the same arguments. */}}
{{- define "loyalty.files" -}}
{{- $own := .own.files | default dict -}}
{{- $shared := .root.Values.files | default dict -}}
{{- $files := dict -}}
{{- range .facts.settings -}}
{{- $reference := get $shared .variable -}}
{{- if hasKey $own .variable }}{{ $reference = get $own .variable }}{{ end -}}
{{- if $reference }}{{ $_ := set $files .variable $reference }}{{ end -}}
{{- end -}}
{{- toJson $files -}}
{{- end }}

{{/* Refuses what a process would end at, or what nobody acknowledged: (dict "root" $ "name" NAME "facts" FACTS "settings" TEXTS). */}}
{{- define "loyalty.refuse" -}}
{{- $name := .name -}}
{{- $settings := .settings -}}
{{- range .facts.settings -}}
{{- if and (kindIs "invalid" .defaultText) (not (hasKey $settings .variable)) -}}
{{- fail (printf "%s needs the setting %s (%s)" $name .variable .help) -}}
{{- end -}}
{{- end -}}
{{- include "loyalty.refuseSecurity" . -}}
{{- if has "SECRET_KEYS_FILE" (include "loyalty.variables" .facts | fromJsonArray) -}}
{{- if not (hasKey $settings "SECRET_KEYS_FILE") -}}
{{- fail (printf "%s opens secrets at rest: files.SECRET_KEYS_FILE must name a Secret" $name) -}}
{{- end -}}
{{- end -}}
{{- end }}

{{- define "loyalty.variables" -}}
{{- $names := list -}}
{{- range .settings }}{{ $names = append $names .variable }}{{ end -}}
{{- toJson $names -}}
{{- end }}

{{- define "loyalty.refuseSecurity" -}}
{{- $s := .settings -}}
{{- if eq (get $s "KAFKA_SECURITY_PROTOCOL") "SASL_SSL" -}}
{{- if not (and (hasKey $s "KAFKA_SASL_USERNAME") (hasKey $s "KAFKA_SASL_PASSWORD_FILE")) -}}
{{- fail (printf "%s speaks SASL_SSL with Kafka: it needs settings.KAFKA_SASL_USERNAME and files.KAFKA_SASL_PASSWORD_FILE" .name) -}}
{{- end -}}
{{- end -}}
{{- if not .root.Values.acknowledgePlaintext -}}
{{- if not (contains "sslmode=verify-full" (get $s "DATABASE_URL")) -}}
{{- fail (printf "DATABASE_URL of %s has no sslmode=verify-full, and acknowledgePlaintext is not true" .name) -}}
{{- end -}}
{{- if not (hasPrefix "https://" (get $s "SCHEMA_REGISTRY_URL")) -}}
{{- fail (printf "SCHEMA_REGISTRY_URL of %s is not https, and acknowledgePlaintext is not true" .name) -}}
{{- end -}}
{{- if and (hasKey $s "REDIS_URL") (not (hasPrefix "rediss://" (get $s "REDIS_URL"))) -}}
{{- fail (printf "REDIS_URL of %s is not rediss, and acknowledgePlaintext is not true" .name) -}}
{{- end -}}
{{- end -}}
{{- end }}
