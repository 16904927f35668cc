@echo off
rem Runs Coterie from its distribution folder. A command file cannot tell a keyboard from a pipe, so
rem questions are asked; at the end of the input the answer is no.
setlocal
set "COTERIE_DIR=%~dp0.."
set "JAVA_EXE=java"
if exist "%JAVA_HOME%\bin\java.exe" set "JAVA_EXE=%JAVA_HOME%\bin\java.exe"
if exist "%COTERIE_DIR%\jre\bin\java.exe" set "JAVA_EXE=%COTERIE_DIR%\jre\bin\java.exe"
"%JAVA_EXE%" -version >nul 2>&1
if errorlevel 1 (
  echo error: There is no java on the PATH and JAVA_HOME names none. Install Java, version 17 or newer. 1>&2
  exit /b 1
)
"%JAVA_EXE%" -Dcoterie.screen.in=true --enable-native-access=ALL-UNNAMED %COTERIE_JAVA_OPTS% -cp "%COTERIE_DIR%\lib\*" io.coterie.cli.Main %*
exit /b %ERRORLEVEL%
