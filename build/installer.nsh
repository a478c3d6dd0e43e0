; Additions to electron-builder's installer.
;
; Microsoft's Visual C++ runtime, which ONNX Runtime needs and a clean Windows lacks. GPLv3 does not permit shipping its libraries
; with the application, so the installer asks and installs Microsoft's own redistributable. A silent installation does not ask:
; deploy the redistributable beforehand. Without it the application starts, and says which analyses need it.
!include LogicLib.nsh

; The Visual C++ version that the packaged libraries were linked with (src/models/onnx-runtime/visual-cpp.ts).
!define VISUAL_CPP_MINOR 44
!define VISUAL_CPP_URL "https://aka.ms/vs/17/release/vc_redist.x64.exe"
; Exit codes of the redistributable: restart needed, newer version installed.
!define VISUAL_CPP_RESTART 3010
!define VISUAL_CPP_NEWER 1638

; “Open with” only: the default player stays.
!define VIDEO_CLASS "Reelscope.Video"
!macro offerVideo EXTENSION
  WriteRegStr SHELL_CONTEXT "Software\Classes\.${EXTENSION}\OpenWithProgids" "${VIDEO_CLASS}" ""
!macroend
!macro withdrawVideo EXTENSION
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.${EXTENSION}\OpenWithProgids" "${VIDEO_CLASS}"
!macroend
!macro forVideos ACTION
  !insertmacro ${ACTION} mp4
  !insertmacro ${ACTION} m4v
  !insertmacro ${ACTION} mov
  !insertmacro ${ACTION} mkv
  !insertmacro ${ACTION} webm
  !insertmacro ${ACTION} avi
!macroend

!macro customUnInstall
  !insertmacro forVideos withdrawVideo
  DeleteRegKey SHELL_CONTEXT "Software\Classes\${VIDEO_CLASS}"
!macroend

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\${VIDEO_CLASS}" "" "Video"
  WriteRegStr SHELL_CONTEXT "Software\Classes\${VIDEO_CLASS}\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\${VIDEO_CLASS}\shell\open\command" "" '"$appExe" "%1"'
  !insertmacro forVideos offerVideo
  SetRegView 64
  ReadRegDWORD $R0 HKLM "SOFTWARE\Microsoft\VisualStudio\14.0\VC\Runtimes\X64" "Installed"
  ReadRegDWORD $R1 HKLM "SOFTWARE\Microsoft\VisualStudio\14.0\VC\Runtimes\X64" "Minor"
  SetRegView lastused
  ${If} $R0 != 1
  ${OrIf} $R1 < ${VISUAL_CPP_MINOR}
    ${If} $LANGUAGE == 1031
      StrCpy $R2 "Texterkennung, Objekterkennung und semantische Suche benötigen die Visual-C++-Laufzeit von Microsoft, die auf diesem Computer fehlt oder zu alt ist.$\r$\n$\r$\nJetzt von Microsoft herunterladen (etwa 25 MB) und installieren?"
      StrCpy $R3 "Die Visual-C++-Laufzeit wurde nicht installiert. Reelscope startet trotzdem; installieren Sie die Laufzeit später von ${VISUAL_CPP_URL}"
    ${Else}
      StrCpy $R2 "Text recognition, object detection, and semantic search need Microsoft’s Visual C++ runtime, which is missing or too old on this computer.$\r$\n$\r$\nDownload it from Microsoft (about 25 MB) and install it now?"
      StrCpy $R3 "The Visual C++ runtime was not installed. Reelscope starts without it; install it later from ${VISUAL_CPP_URL}"
    ${EndIf}
    MessageBox MB_YESNO|MB_ICONQUESTION "$R2" /SD IDNO IDNO visual_cpp_end
    InitPluginsDir
    ; By environment, since the path may contain quotation marks.
    System::Call 'kernel32::SetEnvironmentVariable(t "REELSCOPE_REDIST", t "$PLUGINSDIR\vc_redist.exe")'
    DetailPrint "${VISUAL_CPP_URL}"
    nsExec::ExecToLog `"$SYSDIR\WindowsPowerShell\v1.0\powershell.exe" -NoProfile -NonInteractive -ExecutionPolicy Bypass -Command "$$ErrorActionPreference = 'Stop'; $$ProgressPreference = 'SilentlyContinue'; [Net.ServicePointManager]::SecurityProtocol = 'Tls12'; Invoke-WebRequest -UseBasicParsing -Uri '${VISUAL_CPP_URL}' -OutFile $$env:REELSCOPE_REDIST; $$s = Get-AuthenticodeSignature -LiteralPath $$env:REELSCOPE_REDIST; if ($$s.Status -ne 'Valid' -or $$s.SignerCertificate.Subject -notmatch 'O=Microsoft Corporation,') { exit 3 }"`
    Pop $R0
    ${If} $R0 == 0
      ExecWait '"$PLUGINSDIR\vc_redist.exe" /install /passive /norestart' $R0
    ${EndIf}
    ${If} $R0 != 0
    ${AndIf} $R0 != ${VISUAL_CPP_RESTART}
    ${AndIf} $R0 != ${VISUAL_CPP_NEWER}
      MessageBox MB_OK|MB_ICONINFORMATION "$R3" /SD IDOK
    ${EndIf}
    visual_cpp_end:
  ${EndIf}
!macroend
